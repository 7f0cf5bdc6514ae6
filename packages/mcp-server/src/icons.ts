/** The signing page's icon, for hosts that show one beside a server or a tool. A data URI, so nothing is fetched. */
const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#1f2a37'/><path d='M8 17.5l5 5L24.5 10' fill='none' stroke='#fff' stroke-width='3.5'/></svg>";

const escaped = SVG.replace(/[<># ]/g, encodeURIComponent);

export const ICONS = [{ src: `data:image/svg+xml,${escaped}`, mimeType: 'image/svg+xml', sizes: ['any'] }];
