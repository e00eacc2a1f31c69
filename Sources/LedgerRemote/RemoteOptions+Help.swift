extension RemoteOptions {
    /// How it is called.
    static let help = """
        A ledger that a team shares through a PostgreSQL server.

        USAGE: ledger remote COMMAND

          add ADDRESS           share this ledger at postgres://[NAME@]HOST[:PORT]/DATABASE
            --create            make the tables where they are missing
            --name NAME         what this device is called; user@host when left out
            --encrypt text|all  hide titles, payees, notes, tags and names of persons from the
                                server, or all but sizes, hashes and the names of members
            --recovery FILE     write a key there that opens it with a passphrase, or
            --no-recovery       have none: lost with the last device
          sync                  take what others have recorded, and record there what is here
            --push-missing      give a server that lost commits, or texts of them, what it lost
            --without-texts     take commits whose texts the server and all devices have lost
            --doubtful          take commits that no device signed which is believed here
            --recover FILE      let this device in by a recovery key
          follow                sync whenever something is new, until ^C
          status                what is pending, what is missing here, and who follows
          verify                hold the server's history against the one here, by its roots
            --whole             read every commit whole
          clone ADDRESS FOLDER  make a new device out of what is on a server
            --id ID             which ledger, where there are several
            --recover FILE      let the device in by a recovery key
            --keys FINGERPRINT  refuse members but those of `member list` elsewhere
            --without-texts     as for sync
          member list           who can open an encrypted ledger
          member key            what this device is let in by
          member add KEY        let a device in (--name NAME)
          member remove NAME    end that; what is recorded from then on has a new key
          member recovery FILE  make a recovery key, in the place of an earlier one
          detach                share no more; everything stays as it is

          --ledger FOLDER       the ledger's folder instead of LEDGER_HOME
          --format FORMAT       text or json
          -h, --help            show this

        Passwords are asked of PGPASSFILE (~/.pgpass) and PGPASSWORD, never stored. The server's
        certificate is checked, unless the address says otherwise (sslmode) or the server is this
        machine. Passphrases are asked, or read from standard input.

        """
}
