export type Fields = Readonly<Record<string, unknown>>;

/** Whether it has fields by name, as a JSON object does; a list has none. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that are given; none of anything but an object. Many programs write null for an absent field. */
export function givenFields(input: unknown): Fields {
  return isObject(input) ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) : {};
}

/** Without the fields that are undefined: an exact optional property is absent instead. */
export function omitUndefined<const T extends object>(fields: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}

type OmitUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

export type PathPart = {
  /** In camel case, as our own fields are: a contract's `platform_fee` is `platformFee`. */
  readonly name: string;
  /** What the brackets hold. */
  readonly item?: string;
  /** Where that is a number, from 0. */
  readonly index?: number;
  /** As it is in the path: `milestones[0]`. */
  readonly written: string;
};

/** @example pathParts('milestones[1].amount') */
export function pathParts(path: string): readonly PathPart[] {
  return path.split('.').map((part) => {
    const [, bare = part, item] = /^([^[\]]+)\[([^\]]*)\]$/.exec(part) ?? [];
    const name = bare.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (item === undefined) return { name, written: part };
    return { name, item, ...(/^\d{1,6}$/.test(item) ? { index: Number(item) } : {}), written: part };
  });
}
