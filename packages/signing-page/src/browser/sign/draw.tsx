/** Draws the whole state into the page, and keeps the keyboard focus. */
import { render } from 'preact';
import { showNetwork } from '../parts/band.tsx';
import { doable, type PageState } from './state.ts';
import { type Actions, Page } from './view.tsx';

const element = (id: string) => document.getElementById(id) as HTMLElement;

export function drawPage(actions: Actions): (state: PageState) => void {
  const main = element('main');
  let isFirst = true;
  return (state) => {
    const { screen, undelivered, chosen, ended } = state;
    if (screen === undefined && undelivered === undefined && ended === undefined) return;
    if (isFirst) main.replaceChildren();
    isFirst = false;
    const focused = document.activeElement;
    const home = main.contains(focused) ? focused?.closest('.ways') : undefined;
    const hadFocus = main.contains(focused);
    if (screen !== undefined) {
      showNetwork(screen.view.network.name);
    }
    render(<Page state={state} actions={actions} />, main);
    const can = screen && ended === undefined ? doable({ screen, undelivered, chosen }) : undefined;
    element('skip').hidden = can?.signable === undefined || can.isUndelivered;
    const heading = main.querySelector('h1');
    document.title = `${heading?.textContent} · Countersign`;
    const active = document.activeElement;
    const isLost = active === document.body || active === null || active.closest('[hidden]') !== null;
    if (!hadFocus || !isLost) return;
    // Focus goes to the button that replaced the focused one, or else to the result of the action.
    const other = home?.isConnected && !home.closest('[hidden]') ? home.querySelector('button') : undefined;
    (other ?? heading)?.focus();
  };
}
