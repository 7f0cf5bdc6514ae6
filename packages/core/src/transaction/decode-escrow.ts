/** The contract's escrow argument, read back from its ScVal, with everything that is odd about it named. */
import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors.ts';
import { ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { fieldName } from '../text.ts';
import { type EscrowMilestone, type EscrowValue, MILESTONE_FLAGS, ROLE_KEYS } from './escrow-value.ts';

export type DecodedEscrow = {
  /** Absent where a field could not be read at all. */
  readonly escrow?: EscrowValue;
  /** Missing, unknown, doubled, misplaced or unreadable fields. A deploy may be offered with none only. */
  readonly problems: readonly FieldProblem[];
};

/** Integers are read whatever their width, since builds of the contract differ in it; nothing else is stretched. */
export function decodeEscrow(value: xdr.ScVal): DecodedEscrow {
  const problems: FieldProblem[] = [];
  const read = new Reader(problems);
  const escrow = read.struct(value, 'escrow', {
    description: read.string,
    engagement_id: read.string,
    milestones: (milestones, path) => read.list(milestones, path, (item, at) => readMilestone(read, item, at)),
    platform_fee: read.integer,
    receiver_memo: read.integer,
    roles: (roles, path) =>
      read.struct(roles, path, Object.fromEntries(ROLE_NAMES.map((role) => [ROLE_KEYS[role], read.address]))),
    title: read.string,
    trustline: (trustline, path) => read.struct(trustline, path, { address: read.address, decimals: read.integer }),
  });
  const unreadable = problems.some((problem) => problem.problem.startsWith(UNREADABLE));
  if (unreadable || escrow === undefined) return { problems };
  const field = escrow as {
    description: string;
    engagement_id: string;
    milestones: readonly EscrowMilestone[];
    platform_fee: bigint;
    receiver_memo: bigint;
    roles: Readonly<Record<string, string>>;
    title: string;
    trustline: { address: string; decimals: bigint };
  };
  return {
    problems,
    escrow: {
      engagementId: field.engagement_id,
      title: field.title,
      description: field.description,
      roles: Object.fromEntries(ROLE_NAMES.map((role) => [role, field.roles[ROLE_KEYS[role]]])) as Record<
        RoleName,
        string
      >,
      platformFee: Number(field.platform_fee),
      milestones: field.milestones,
      trustline: { address: field.trustline.address, decimals: Number(field.trustline.decimals) },
      receiverMemo: field.receiver_memo,
    },
  };
}

function readMilestone(read: Reader, value: xdr.ScVal, path: string): unknown {
  return read.struct(value, path, {
    amount: read.integer,
    description: read.string,
    evidence: read.string,
    flags: (flags, at) => read.struct(flags, at, Object.fromEntries(MILESTONE_FLAGS.map((flag) => [flag, read.bool]))),
    status: read.string,
  });
}

type ReadField = (value: xdr.ScVal, path: string) => unknown;

const UNREADABLE = 'cannot be read: ';
const INTEGERS: ReadonlySet<string> = new Set(['scvU32', 'scvI32', 'scvU64', 'scvI64', 'scvU128', 'scvI128']);

class Reader {
  readonly #problems: FieldProblem[];
  constructor(problems: FieldProblem[]) {
    this.#problems = problems;
  }

  readonly string: ReadField = (value, path) => {
    if (value.type !== 'scvString') return this.#unreadable(path, `is ${value.type}, not a string`);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value.str.bytes);
    } catch {
      return this.#unreadable(path, 'is not UTF-8');
    }
  };

  readonly integer: ReadField = (value, path) =>
    INTEGERS.has(value.type) ? scValToBigInt(value) : this.#unreadable(path, `is ${value.type}, not an integer`);

  readonly bool: ReadField = (value, path) =>
    value.type === 'scvBool' ? value.b : this.#unreadable(path, `is ${value.type}, not true or false`);

  readonly address: ReadField = (value, path) => {
    if (value.type !== 'scvAddress') return this.#unreadable(path, `is ${value.type}, not an address`);
    const kind = value.address.type;
    if (kind !== 'scAddressTypeAccount' && kind !== 'scAddressTypeContract') {
      return this.#unreadable(path, 'is an address of a kind that an escrow cannot hold');
    }
    return Address.fromScAddress(value.address).toString();
  };

  list(value: xdr.ScVal, path: string, item: ReadField): readonly unknown[] | undefined {
    if (value.type !== 'scvVec' || value.vec === null) return this.#unreadable(path, `is ${value.type}, not a list`);
    return [...value.vec].map((element, index) => item(element, `${path}[${index}]`));
  }

  struct(
    value: xdr.ScVal,
    path: string,
    fields: Readonly<Record<string, ReadField>>,
  ): Record<string, unknown> | undefined {
    if (value.type !== 'scvMap' || value.map === null) return this.#unreadable(path, `is ${value.type}, not a struct`);
    const result: Record<string, unknown> = {};
    let previous = '';
    for (const { key, val } of value.map) {
      const name = key.type === 'scvSymbol' ? key.sym.toString() : `(a ${key.type} key)`;
      const read = fields[name];
      // Nothing but its reader holds a symbol of an envelope to letters and digits; it may be any bytes.
      if (read === undefined || !Object.hasOwn(fields, name))
        this.#note(`${path}.${key.type === 'scvSymbol' ? fieldName(name) : name}`, 'is unknown to this contract');
      else if (name in result) this.#note(`${path}.${name}`, 'stands twice');
      else {
        if (name < previous) this.#note(`${path}.${name}`, 'stands out of order');
        previous = name;
        result[name] = read(val, `${path}.${name}`);
      }
    }
    for (const name of Object.keys(fields)) if (!(name in result)) this.#unreadable(`${path}.${name}`, 'is missing');
    return result;
  }

  #note(path: string, problem: string): void {
    this.#problems.push({ path, problem });
  }

  #unreadable(path: string, why: string): undefined {
    this.#problems.push({ path, problem: UNREADABLE + why });
    return undefined;
  }
}
