/** The trustline that a payee lacks, prepared by a press: a file of its own, which few need. */

import type { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { prepareNext } from '../state/api.ts';
import { toCountersignError } from '../words/core-words.ts';
import { words } from '../words/words.ts';

type TrustlineProps = { readonly address: string; readonly isYou: boolean; readonly name: string | undefined };

/** Prepares it on a page of its own, which opens here for its signer, and is given to anybody else as a link. */
export function Trustline({ address, isYou, name }: TrustlineProps) {
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
        <p>{name === undefined ? say.send.unnamed : format(say.send.named, { name })}</p>
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
        {isYou ? say.own : name === undefined ? say.prepare.unnamed : format(say.prepare.named, { name })}
      </button>
      <Problem error={problem} />
    </>
  );
}
