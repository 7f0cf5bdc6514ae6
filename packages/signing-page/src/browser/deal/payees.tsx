/** Who cannot be paid yet: above everything that leads to a signature, with who must do what and a button where one helps. */
import type { CountersignError } from '@countersign/core/errors';
import { type Fact, isOfPayee, type NamedAddress, naming, needsTrustline } from '@countersign/core/words';
import { useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { Bullets, Code, CopyButton } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { prepareNext } from '../sign/api.ts';
import { toCountersignError, warningLines } from '../words/core-words.ts';
import { words } from '../words/words.ts';

type PayeesProps = {
  readonly signer: string;
  readonly names: readonly NamedAddress[];
  readonly judgement: PageView['judgement'];
};

export function Payees({ signer, names, judgement: { warnings, facts } }: PayeesProps) {
  // Earlier versions stored some of them as facts.
  const payees = ([...warnings, ...facts] as readonly Fact[]).filter(isOfPayee);
  if (payees.length === 0) return null;
  const lacking = payees.filter(needsTrustline).map(({ params }) => params.address);
  return (
    <section class="changes review payees">
      <h2>{words().deal.payees.title}</h2>
      <Bullets lines={warningLines(payees, naming(names))} />
      {lacking.map((address) => (
        <div key={address}>
          {lacking.length > 1 && <Code code={address} />}
          <Trustline
            address={address}
            isYou={address === signer}
            name={names.find((each) => each.address === address)?.name}
          />
        </div>
      ))}
    </section>
  );
}

type TrustlineProps = { readonly address: string; readonly isYou: boolean; readonly name: string | undefined };

/** Prepares it on a page of its own, which opens here for its signer, and is given to anybody else as a link. */
function Trustline({ address, isYou, name }: TrustlineProps) {
  const say = words().deal.payees;
  const [link, setLink] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CountersignError>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { href } = new URL((await prepareNext({ action: 'trust', address })).next, location.href);
      if (isYou) location.assign(href);
      else setLink(href);
    } catch (thrown) {
      setProblem(toCountersignError(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (link !== undefined) {
    return (
      <div role="status">
        <p>{say.send(name)}</p>
        <p class="text-to-sign">
          <a href={link} target="_blank" rel="noreferrer noopener">
            {link}
          </a>
        </p>
        <CopyButton label={say.copy} text={() => link} />
      </div>
    );
  }
  return (
    <>
      <button type="button" class="secondary" aria-disabled={isBusy} onClick={() => !isBusy && void press()}>
        {isYou ? say.own : say.prepare(name)}
      </button>
      <Problem error={problem} />
    </>
  );
}
