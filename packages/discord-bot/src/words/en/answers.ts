/** The short answers of commands and buttons, next to their cards. */

export const helpHeading = (network: string): string => `Escrow on Stellar (${network})`;
export const HELP: string = `1. **/escrow deploy** opens a draft: fill in its forms, then press **Prepare**. With from: it copies an earlier escrow.
2. For a file, press **Download as YAML** on a draft, change the file, and attach it to **/escrow deploy**. Either way you see what the transaction says, read from the transaction itself.
3. Read the card. If something stops you there, press **I have read this** and type the total amount. If it is what you want, sign: with its button, or with your wallet and the attached file.
4. **/escrow submit** takes what your wallet signed, if you did not use the button. The card then shows the result.
5. **/escrow fund** prepares a payment into an escrow, to be read and signed like it. **/escrow balance** reads what an escrow holds.
6. **/escrow show** tells how an escrow stands and whose turn it is. Where it is yours, it has your buttons: report, approve, pay out, dispute, decide, withdraw. Each gives a card to be read and signed like the others.

**/escrow list** shows your escrows here by title, **/escrow balance** with all: True what they hold together. **/escrow forget** removes one that is over from the records here. Wherever an escrow is asked for, type its title.
**/escrow pending** shows open cards again, **/escrow wallet** remembers your address, **/escrow trustline** lets it hold a token, **/escrow explain** says what any transaction does; for one in a message use **Explain this XDR** in that message’s menu.
**/escrow limits** sets the most that may be prepared for you, at once and in a day. **/escrow share** lets somebody else see one of your escrows, or sign it as well.
**/escrow settings** is for members with Manage Server: roles, channels, defaults and limits of this server.

Nobody here ever needs your secret key or recovery phrase. Anyone who asks for one wants your money.`;

export const LIMITS_HEADING: string = 'Your own limits here';
export const ONE_ESCROW: string = 'One escrow';
export const ONE_DAY: string = 'One day (UTC), of one token';
export const NO_LIMIT: string = 'no limit';
export const LIMITS_NOTE: string =
  'In units of each token. Nothing above them is prepared for you in this server. Only you can change them, with /escrow limits. The person who runs this bot may have set other limits.';

export const NOTHING_PENDING: string = 'Nothing is pending';
export const ALL_OVER: string = 'Everything you prepared here is settled, or was replaced, declined or discarded.';
export const andMore = (left: number): string => `And ${left} more`;
export const THEN_OTHERS: string = 'Settle or discard some of these first; then the others show.';

export const SHARED: string = 'Shared';
export const MAY: Readonly<Record<'read' | 'sign', string>> = {
  read: 'They can now see it and its outcome. They cannot sign or change anything.',
  sign: 'They can now see it, renew it, sign it with the signer’s wallet, send it and discard it.',
};
export const letIn = (member: string, may: string, id: string): string =>
  `The member with the id ${member} now has access. ${may} Tell them to use /escrow pending with id ${id}; the bot does not message them.`;
