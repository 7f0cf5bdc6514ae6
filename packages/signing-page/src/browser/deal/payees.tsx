/** Who is paid, and who cannot be paid yet: a file of its own, which few need. */
import type { PaymentTerms } from '@countersign/core/actions';
import { toCountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { type NamedAddress, naming, needsTrustline, type OfPayee } from '@countersign/core/words';
import { useState } from 'preact/hooks';
import { Button, CopyButton, Outside, useTask } from '../parts/controls.tsx';
import { Bullets, Code, Head } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { columnText } from '../parts/texts.ts';
import { prepareNext } from '../state/api.ts';
import { core, words } from '../words/words.ts';
import { callOf, type Person, personAt } from './people.ts';

type PayeesProps = {
  /** Of several; otherwise empty. */
  readonly payees: NonNullable<PaymentTerms['costs']['payees']>;
  readonly lacking: readonly OfPayee[];
  readonly people: readonly Person[];
  readonly names: readonly NamedAddress[];
  readonly unit: string;
};

export function AllPayees({ payees, lacking, ...rest }: PayeesProps) {
  const isInTable = ({ params }: OfPayee) => payees.some(({ address }) => address === params.address);
  const others = lacking.filter((fact) => !isInTable(fact));
  return (
    <>
      {payees.length > 0 && <PayeesTable {...rest} payees={payees} lacking={lacking.filter(isInTable)} />}
      {others.length > 0 && <Lacking {...rest} lacking={others} />}
    </>
  );
}

function Lacking({ lacking, names, people }: Pick<PayeesProps, 'lacking' | 'names' | 'people'>) {
  const addresses = lacking.filter(needsTrustline).map(({ params }) => params.address);
  return (
    <section class="changes review payees">
      <h2>{words().deal.payees.title}</h2>
      <Bullets lines={core.warningLines(lacking, naming(names))} />
      {addresses.map((address) => (
        <div key={address}>
          {addresses.length > 1 && <Code code={address} />}
          <Trustline address={address} person={personAt(address, people)} />
        </div>
      ))}
    </section>
  );
}

/** In one table: who, how much after fees, and what they lack to be paid. */
function PayeesTable({ payees, lacking, people, unit }: Omit<PayeesProps, 'names'>) {
  const { payees: say, pay } = words().deal;
  const written = columnText(payees.map(({ receiver }) => receiver));
  return (
    <section class={lacking.length === 0 ? 'payees' : 'changes review payees'}>
      <h2>{lacking.length === 0 ? say.who : say.title}</h2>
      <table class="pays">
        <Head labels={[pay.to, pay.amount]} />
        <tbody>
          {payees.map(({ address, receiver }) => {
            const person = personAt(address, people);
            const own = lacking.filter(({ params }) => params.address === address);
            return (
              <tr key={address}>
                <th scope="row">
                  {callOf(person, '')} <Code code={address} />
                  {own.map((fact) => (
                    <p key={fact.code}>{lackText(fact)}</p>
                  ))}
                  {own.some(needsTrustline) && <Trustline address={address} person={person} />}
                </th>
                <td class="amount">{`${written(receiver)} ${unit}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The trustline that a payee lacks: prepared on a page of its own, which opens here for its signer, and is given to anybody else as a link. */
function Trustline({ address, person }: { readonly address: string; readonly person: Person | undefined }) {
  const say = words().deal.payees;
  const [link, setLink] = useState<string>();
  const { isBusy, problem, run } = useTask(toCountersignError);
  const name = callOf(person, '');
  const textOf = ({ named, unnamed }: typeof say.send | typeof say.prepare) =>
    name === '' ? unnamed : format(named, { name });
  const press = async () => {
    const { href } = new URL((await prepareNext({ action: 'trust', address })).next, location.href);
    if (person?.isYou) location.assign(href);
    else setLink(href);
  };
  if (link !== undefined) {
    return (
      <div role="status">
        <p>{textOf(say.send)}</p>
        <p class="text-to-sign">
          <Outside href={link}>{link}</Outside>
        </p>
        <CopyButton label={say.copy} text={() => link} />
      </div>
    );
  }
  return (
    <>
      <Button isBusy={isBusy} onPress={() => run(press)}>
        {person?.isYou ? say.own : textOf(say.prepare)}
      </Button>
      <Problem error={problem} />
    </>
  );
}

function lackText(fact: OfPayee): string {
  const { lacks } = words().deal.payees;
  return fact.code === 'LIMIT_TOO_LOW' ? format(lacks[fact.code], fact.params) : lacks[fact.code];
}
