/** Only one at a time writes: more that wait for it would only take the connections that readers need. */
export const WRITERS = { concurrency: 4 }
