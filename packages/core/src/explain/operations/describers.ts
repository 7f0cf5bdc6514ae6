/** The describer of each Stellar operation. The type makes sure that none is missing. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { Describer } from '../scene.ts';

export type OperationName = xdr.OperationBody['type'];
export type BodyOf<Name extends OperationName> = Extract<xdr.OperationBody, { type: Name }>;
export type Describers<Names extends OperationName> = { readonly [Name in Names]: Describer<BodyOf<Name>> };
