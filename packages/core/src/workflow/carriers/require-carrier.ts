import type { ActionName } from '../../actions/action.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import type { Carrier } from '../model/carrier.ts';

/** @throws CountersignError INPUT_INVALID where this action has no carrier here */
export function requireCarrier<Name extends ActionName>({ carriers, network }: DeskContext, name: Name): Carrier<Name> {
  const carrier = carriers[name] as Carrier<Name> | undefined;
  if (carrier !== undefined) return carrier;
  throw new CountersignError('INPUT_INVALID', {
    message: `Countersign cannot prepare or send this on ${network.name} yet.`,
    remedy: 'Do it with the wallet itself.',
  });
}
