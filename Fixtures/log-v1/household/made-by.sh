# Every command that records. What is sealed is in columns; what comes after it is
# in rows, in rows that are compressed, and in columns that are not sealed. Run once, by the program
# that froze the format; `ledger` is that program, and the ledger is the folder `ledger`.
set -e
on() {
    local day=$1
    shift
    ledger "$@" --now "$day" >>said.txt
}
statement() {
    echo "date,amount,title,category,account"
    for number in $(seq "$2"); do
        echo "2026-$1-$(printf %02d $((1 + number % 28))),$((number % 90 + 1)).$((number % 10))5,$(
        )Shop $((number % 17)) | Thing $number,food:market,bank"
    done
}

on 2026-03-01 init --currency EUR --zone Europe/Berlin --owner Ada
on 2026-03-01 config --week-start sunday
on 2026-03-01 account open savings --opening 1500 --on 2026-03-01
on 2026-03-01 account open dollars --opening 7.25 --currency USD
on 2026-03-01 add 980 'Landlord | Rent' -c home:rent -a bank
on 2026-03-02 add 12.50 Lunch -c food:lunch --tag work --time 12:30 --note 'with pudding'
on 2026-03-07 add 41.20 Groceries -c food:market + 8.30 Soap -c home:things
on 2026-03-08 add 2450 Salary --income -c work -a bank
on 2026-03-08 add 100 Cash --transfer bank wallet
on 2026-03-09 add 1200 日本茶 --currency JPY -c food:tea -a wallet
on 2026-03-09 add 1234.56 Bicycle -c transport --on 2026-03-05
on 2026-03-10 amend bicycle --amount 1199 --reason discount
on 2026-03-10 add 7 Mistake -c food
on 2026-03-10 void mistake --reason 'typed twice'
on 2026-03-10 restore mistake
on 2026-03-10 undo
on 2026-03-10 redo
on 2026-03-11 account edit savings --name Reserve --opening 1600
on 2026-03-11 account close dollars
on 2026-03-11 account reopen dollars
on 2026-03-11 assert wallet 100 --on 2026-03-08
on 2026-03-11 assert bank 1370 --on 2026-03-09
on 2026-03-11 assert --withdraw bank

for name in Ann Bob Cid; do on 2026-03-12 people add $name --contact "$name@example.org"; done
on 2026-03-12 unit add Company
on 2026-03-12 unit add Sales --in Company
on 2026-03-12 unit rename sales Shop
on 2026-03-12 unit move shop /
on 2026-03-12 people join bob,cid Shop --post clerk
on 2026-03-12 people change cid --name 'Cid Green'
on 2026-03-12 people leave cid Shop --reason moved
on 2026-03-12 permit bob write Company
on 2026-03-12 revoke bob write Company
on 2026-03-12 add 10 Dinner -c food --payer Ann --split Ann,Bob,Cid
on 2026-03-12 add 30 Taxi --payer Bob --split Ann:2,bob
on 2026-03-13 add 5 Settled --settle --payer ann --split bob

on 2026-03-14 task add 'Call Bo' --due 'tue 9:00' --type urgent --priority H --colour pink
on 2026-03-14 task add 'Plant bulbs' --project home:garden --due 2026-04-30 --note 'the red ones'
on 2026-03-14 task add 'Learn Japanese' --assignee bob --tag fun
on 2026-03-15 task done bulbs --reason 'at last'
on 2026-03-15 task reopen bulbs
on 2026-03-15 task edit bo --title 'Call Bo and Eve'
on 2026-03-15 task reschedule bo 'next friday'
on 2026-03-15 task drop japanese --reason 'no time'

statement 02 30 >small.csv
on 2026-03-16 import small.csv
statement 03 4200 >large.csv
on 2026-03-17 import large.csv
on 2026-03-18 amend --where 'cat:food:market amt:>80' -c food:feast --add-tag big --yes
on 2026-03-18 rules add honey --where honey -c food:sweet --add-tag bees
on 2026-03-18 seal
on 2026-03-19 add 3.30 Tea -c food --key tea-1
on 2026-04-01 close 2026-03 --reason audited
on 2026-04-02 add 9.90 'Late bill' -c food --on 2026-03-30 --correct 'arrived in April'
on 2026-04-02 close 2026-02
on 2026-04-03 reopen 2026-02 --reason 'wrong file'
on 2026-04-03 key new
on 2026-04-03 checkpoint --sign --at 60 -o early.checkpoint
on 2026-04-04 erase lunch --reason 'asked for' --yes
on 2026-04-04 erase --person Ann --reason 'asked for' --yes
on 2026-04-05 add 4.40 Bread -c food
on 2026-04-05 add 5.50 Butter -c food
# Thirty lines in one commit are rows, compressed; six hundred are columns.
statement 04 30 >april.csv
on 2026-04-29 import april.csv
statement 05 600 >may.csv
on 2026-05-29 import may.csv
on 2026-06-01 add 6.60 Honey -c food
on 2026-06-02 rules apply --yes
on 2026-06-06 checkpoint --sign -o late.checkpoint
on 2026-06-06 prove bicycle -o bicycle.tlog-proof
on 2026-06-06 prove 5 --with-text -o account.tlog-proof
on 2026-06-06 report -M --by category --receipt report.receipt
ledger key show --now 2026-06-06 >key
