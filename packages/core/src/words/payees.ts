/** Who cannot be paid yet, and who must do what about it. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import type { OfPayee } from './data/risk.ts';

/** Several with the same problem in one sentence, which names all of them. */
export function payeesText(messages: Messages, payees: readonly OfPayee[]): string {
  const [first] = payees as [OfPayee];
  if (first.params.role === 'signer')
    return format(messages.payees.signer, { problem: problemText(messages, [first]) });
  const { until } = messages.payees[first.code];
  return `${rolesOf(messages, payees)}: ${problemText(messages, payees)} ${payees.length === 1 ? until.one : until.other}`;
}

function rolesOf({ parties, payees: { receivers }, milestones }: Messages, payees: readonly OfPayee[]): string {
  const counts = Map.groupBy(payees, ({ params }) => params.role);
  const words = [...counts].map(([role, { length }]) =>
    role === 'receiver' && length > 1 ? receivers : parties[role],
  );
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(` ${milestones.and} `);
}

function problemText({ payees: messages }: Messages, payees: readonly OfPayee[]): string {
  const [{ code }] = payees as [OfPayee];
  if (code === 'LIMIT_TOO_LOW') {
    const each = payees.map((payee) => (payee.code === code ? format(messages[code].each, payee.params) : ''));
    return `${each.join('; ')}.`;
  }
  const { one, other } = messages[code];
  return format(payees.length === 1 ? one : other, {
    addresses: payees.map(({ params }) => params.address).join(', '),
  });
}
