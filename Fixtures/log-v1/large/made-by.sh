# More events than one file of a log holds. The first import ends where a block does, and is sealed;
# the second is one commit in three frames; the third, a small one, goes on from the first file to
# the second. Run once, as that of the household.
set -e
statement() {
    echo "date,amount,title,category,account"
    awk -v count="$1" -v shop="$2" 'BEGIN {
        for (i = 0; i < count; i++)
            printf "20%02d-%02d-%02d,%d.%02d,%s %d,%s,bank\n", 10 + i % 4, 1 + i % 12,
                1 + i % 28, 1 + i % 9, i % 10 * 5, shop, i % 5, i % 3 ? "food" : "home"
    }'
}
record() {
    statement "$2" "$3" >"$3.csv"
    ledger import "$3.csv" --now "$1" >>said.txt
}
ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >said.txt
record 2026-03-02 65532 Shop
ledger seal --now 2026-03-02 >>said.txt
record 2026-03-03 196600 Store
record 2026-03-04 20 Kiosk
record 2026-03-05 8000 Market
ledger add 3 Tea -c food --now 2026-03-06 >>said.txt
