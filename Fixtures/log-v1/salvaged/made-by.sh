# A byte of the third commit is lost, and the rest salvaged. Run once, as that of the household.
set -e
export LEDGER_HOME=damaged
for title in Tea Milk Bread Butter Honey; do
    [ -d damaged ] || ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >said.txt
    ledger add 3.30 $title -c food --now 2026-03-02 >>said.txt
done
place=$(grep -abo Bread damaged/log/*.log | head -n 1 | cut -d: -f1)
printf X | dd of="$(echo damaged/log/*.log)" bs=1 seek="$place" conv=notrunc status=none
ledger salvage ledger --now 2026-03-03 >>said.txt
