/** Long codes whole and readable: groups of four by style alone, so that copying gives the code. */
export function Code({ text }: { readonly text: string }) {
  return (
    <code class="code">
      {text.match(/.{1,4}/gu)?.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
