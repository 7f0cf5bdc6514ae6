/**
 * Sees to it that the script of a page runs. Its own name never changes, so it is there while a server changes to
 * another version and the files that the page names are not; then the page is loaded again, once.
 */
import { reloadOnce } from './reload-once.ts';

const { module } = (document.querySelector('script[data-module]') as HTMLElement).dataset;
const style = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');

if (style?.sheet === null) void reloadOnce();
import(new URL(String(module), import.meta.url).href).catch(reloadOnce);
