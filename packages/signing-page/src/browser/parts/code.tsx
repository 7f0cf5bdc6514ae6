/** Long codes (addresses, hashes) whole and readable: groups of four by style alone, so that copying gives the code. */
export function Code({ code }: { readonly code: string }) {
  const groups = code.match(/.{1,4}/gu) ?? [];
  return (
    <code class="code">
      {groups.map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </code>
  );
}
