/** The state on screen, set in one place and passed to its subscriber. */
export function createStore<State extends object>(first: State) {
  let state = first;
  let held = 0;
  const listeners = new Set<(state: State) => void>();
  const tell = () => {
    for (const listener of listeners) listener(state);
  };
  return {
    get: (): State => state,
    set: (changes: Partial<State>): void => {
      state = { ...state, ...changes };
      if (held === 0) tell();
    },
    /** What is set meanwhile is drawn once, at the end. */
    hold: (run: () => void): void => {
      held += 1;
      try {
        run();
      } finally {
        held -= 1;
        if (held === 0) tell();
      }
    },
    subscribe: (listener: (state: State) => void): void => {
      listeners.add(listener);
    },
  };
}
