const KEY = 'countersign-reloaded';
/** A version that really lacks a file must not make the page load again and again. */
const PAUSE_MS = 600_000;

/** Loads the page again where a file of it is missing: its server may have changed to another version. */
export async function reloadOnce(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return;
    // Where the server is away, there is nothing to load.
    const { ok } = await fetch(location.href, { method: 'HEAD' });
    if (!ok) return;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Where nothing can be noted, it might never end.
    return;
  }
  location.reload();
}
