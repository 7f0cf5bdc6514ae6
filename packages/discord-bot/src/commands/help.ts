import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';

const TEXT = `1. **/escrow deploy** opens a draft: fill in its forms, then press **Prepare**. With from: it copies an earlier escrow.
2. Or **/escrow template** gives you a filled file, and **/escrow deploy** takes it. Either way you see what the transaction says, read from the transaction itself.
3. Read the card. If something stops you there, press **I have read this** and type the total amount. If it is what you want, sign: with its button, or with your wallet and the attached file.
4. **/escrow submit** takes what your wallet signed, if you did not use the button. The card then shows the result.
5. **/escrow fund** prepares a payment into an escrow, to be read and signed like it. **/escrow balance** reads what an escrow holds.
6. **/escrow show** tells how an escrow stands and whose turn it is. Where it is yours, it has your buttons: report, approve, pay out, dispute, decide, withdraw. Each gives a card to be read and signed like the others.

**/escrow list** shows your escrows here by title, **/escrow balance** with all: True what they hold together. **/escrow forget** removes one that is over from the records here. Wherever an escrow is asked for, type its title.
**/escrow pending** shows open cards again, **/escrow wallet** remembers your address, **/escrow trustline** lets it hold a token, **/escrow explain** says what any transaction does; for one in a message use **Explain this XDR** in that message’s menu.
**/escrow limits** sets the most that may be prepared for you, at once and in a day. **/escrow share** lets somebody else see one of your escrows, or sign it as well.
**/escrow settings** is for members with Manage Server: roles, channels, defaults and limits of this server.

Nobody here ever needs your secret key or recovery phrase. Whoever asks for one wants your money.`;

/** `/escrow help` */
export async function help({ bot }: Task): Promise<Reply[]> {
  return [{ message: notice(`Escrow on Stellar (${bot.desk.network.name})`, TEXT) }];
}
