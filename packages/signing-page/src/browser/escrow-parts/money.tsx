import { type MoneyShown, moneyOf } from './shown.tsx';

/** What is in an escrow, of what it has yet to pay out. */
export function Money({ escrow }: { readonly escrow: MoneyShown }) {
  const { amount, label } = moneyOf(escrow);
  return (
    <div class="money">
      <p>
        <span class="held">{amount}</span> <span class="label">{label}</span>
      </p>
      <Bar held={escrow.held} needed={escrow.needed} />
    </div>
  );
}

/** A picture of the two amounts, which are next to it in full. */
function Bar({ held, needed }: Pick<MoneyShown, 'held' | 'needed'>) {
  if (held === undefined || needed === undefined || needed === '0') return null;
  const width = Math.min(100, (100 * Number(held)) / Number(needed));
  return (
    <svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="meter-all" width="100" height="1" />
      <rect class="meter-held" width={width} height="1" />
    </svg>
  );
}
