# More events than one file of a log holds. The first import is sealed; the second is one commit in
# four frames, which goes on in the second file. Run once, as that of the household.
set -e
statement() {
    echo "date,amount,title,category,account"
    awk -v first="$1" -v count="$2" -v shop="$3" 'BEGIN {
        for (i = first; i < first + count; i++)
            printf "20%02d-%02d-%02d,%d.%02d,%s %d,%s,bank\n", 10 + i % 4, 1 + i % 12,
                1 + i % 28, 1 + i % 9, i % 10 * 5, shop, i % 5, i % 3 ? "food" : "home"
    }'
}
ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >said.txt
statement 0 130000 Shop >first.csv
ledger import first.csv --now 2026-03-02 >>said.txt
ledger seal --now 2026-03-02 >>said.txt
statement 130000 140000 Store >second.csv
ledger import second.csv --now 2026-03-03 >>said.txt
ledger add 3 Tea -c food --now 2026-03-04 >>said.txt
