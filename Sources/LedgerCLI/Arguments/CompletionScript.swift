internal import ArgumentParser

/// A script of completions, made to know what the program takes beside the parser: other names of
/// commands, and options before them. The shell's functions get the words without these.
enum CompletionScript {
    /// A text with what the program takes, where it is such a script; else the text.
    static func whole(_ text: String) -> String {
        if text.hasPrefix("#!/bin/bash\n") { return bash(text) }
        if text.hasPrefix("#compdef ledger\n") { return zsh(text) }
        return text.hasPrefix("function __ledger_") ? fish(text) : text
    }

    /// Other names of commands, and of those below commands behind these, each with its own name.
    private static let names: (commands: [(String, String)], below: [(String, String)]) = {
        var commands: [(String, String)] = []
        var below: [(String, String)] = []
        for command in RootCommand.configuration.subcommands {
            let name = command._commandName
            commands += command.configuration.aliases.map { ($0, name) }
            for command in command.configuration.subcommands {
                let own = command._commandName
                below += command.configuration.aliases.map { ("\(name) \($0)", own) }
            }
        }
        let known = Set(commands.map(\.0))
        commands += PeerVerbs.names.filter { !known.contains($0) }.compactMap { verb in
            PeerVerbs.translated([verb]).first.map { (verb, $0) }
        }
        return (commands, below)
    }()

    /// Options before a command that take so many values.
    private static func options(_ values: Int, with separator: String) -> String {
        Arguments.globalOptions.filter { $0.value == values && $0.key != "--ledger" }.keys.sorted()
            .joined(separator: separator)
    }

    private static func lines(
        _ names: [(String, String)], _ line: (String, String) -> String
    ) -> String {
        names.map { "        " + line($0, $1) }.joined(separator: "\n")
    }

    private static func bash(_ script: String) -> String {
        let words = """
            _ledger_typed() {
                # Words as they stand in the line: the shell breaks them at colons, too.
                local -a words=()
                local line="${COMP_LINE}" rest current
                local -i count index place
                for place in "${!COMP_WORDS[@]}"; do
                    rest="${line#"${line%%[![:space:]]*}"}"
                    [[ "${place}" -gt 0 && "${rest}" == "${line}" ]] || words+=('')
                    if [[ "${place}" -eq "${COMP_CWORD}" ]]; then
                        index=$((${#words[@]} - 1))
                        current="${words[index]}${2:-${COMP_WORDS[place]//[!:=]/}}"
                    fi
                    words[${#words[@]}-1]+="${COMP_WORDS[place]}"
                    line="${rest#"${COMP_WORDS[place]}"}"
                done
                local -r before="${current%"${2}"}"
                while [[ "${index}" -gt 1 ]]; do
                    case "${words[1]}" in
                    -f|--ledger|\(options(1, with: "|"))) count=2 ;;
                    \(options(0, with: "|"))) count=1 ;;
                    *) break ;;
                    esac
                    [[ "${index}" -gt "${count}" ]] || break
                    case "${words[1]}" in
                    -f|--ledger) local -x LEDGER_HOME="${words[2]/#\\~\\//${HOME}/}" ;;
                    esac
                    words=("${words[0]}" "${words[@]:count + 1}")
                    index=$((index - count))
                done
                if [[ "${index}" -gt 1 ]]; then
                    case "${words[1]}" in
            \(lines(names.commands) { "\($0)) words[1]=\($1) ;;" })
                    esac
                fi
                if [[ "${index}" -gt 2 ]]; then
                    case "${words[1]} ${words[2]}" in
            \(lines(names.below) { "'\($0)') words[2]=\($1) ;;" })
                    esac
                fi
                COMP_LINE="${words[*]:0:index}"
                COMP_POINT="$((${#COMP_LINE} + 1 + ${#current}))"
                COMP_LINE="${words[*]}"
                COMP_WORDS=("${words[@]}")
                COMP_CWORD="${index}"
                _ledger "${1}" "${current}" "${words[index - 1]}"
                COMPREPLY=("${COMPREPLY[@]#"${before}"}")
            }

            complete -o filenames -F _ledger_typed ledger
            """
        return script.replacing("complete -o filenames -F _ledger ledger", with: words)
    }

    private static func zsh(_ script: String) -> String {
        let words = """
                local -i count
                while [[ "${CURRENT}" -gt 2 ]]; do
                    case "${words[2]}" in
                    -f|--ledger|\(options(1, with: "|"))) count=2 ;;
                    \(options(0, with: "|"))) count=1 ;;
                    *) break ;;
                    esac
                    [[ "${CURRENT}" -gt "$((count + 1))" ]] || break
                    case "${words[2]}" in
                    -f|--ledger) local -x LEDGER_HOME="${${(Q)words[3]}/#\\~\\//${HOME}/}" ;;
                    esac
                    words=("${words[1]}" "${(@)words[count + 2,-1]}")
                    (( CURRENT -= count ))
                done
                if [[ "${CURRENT}" -gt 2 ]]; then
                    case "${words[2]}" in
            \(lines(names.commands) { "\($0)) words[2]=\($1) ;;" })
                    esac
                fi
                if [[ "${CURRENT}" -gt 3 ]]; then
                    case "${words[2]} ${words[3]}" in
            \(lines(names.below) { "'\($0)') words[3]=\($1) ;;" })
                    esac
                fi


            """
        let begin = "    local -xr SAP_SHELL=zsh\n"
        return script.replacing(begin, with: words + begin, maxReplacements: 1)
    }

    private static func fish(_ script: String) -> String {
        let words = """
            function __ledger_tokens
                set -l tokens (__ledger_typed $argv)
                while test (count $tokens) -gt 2
                    switch $tokens[2]
                        case -f --ledger \(options(1, with: " "))
                            set -e tokens[2..3]
                        case \(options(0, with: " "))
                            set -e tokens[2]
                        case '*'
                            break
                    end
                end
                switch "$tokens[2]"
            \(lines(names.commands) { "case \($0); set tokens[2] \($1)" })
                end
                switch "$tokens[2] $tokens[3]"
            \(lines(names.below) { "case '\($0)'; set tokens[3] \($1)" })
                end
                string join -- \\n $tokens
            end

            function __ledger_folder
                set -l tokens (__ledger_typed -p)
                contains -- "$tokens[2]" -f --ledger
                and string replace -r '^~/' "$HOME/" -- $tokens[3]
            end

            function __ledger_typed

            """
        let call = "    command $tokens[1] $argv $tokens\n"
        let folder = """
                set -l folder (__ledger_folder)
                if test -n "$folder"
                    env LEDGER_HOME=$folder $tokens[1] $argv $tokens
                    return
                end

            """
        return script.replacing("function __ledger_tokens\n", with: words, maxReplacements: 1)
            .replacing(call, with: folder + call, maxReplacements: 1)
    }
}
