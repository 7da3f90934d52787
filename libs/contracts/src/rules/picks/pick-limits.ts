/** rule 101: what a visitor who picks photos may send, and how much of it a link keeps. */
export const PICKS = {
  /** Lists of a link. Once more than half of them exist, one address may begin `begunPerNetwork` in 15 minutes. */
  lists: 1000,
  begunPerNetwork: 20,
  /** A minimum or maximum that an owner may ask for. */
  most: 5000,
  perCall: 100,
  /** Photos that the page of an album is told to show. */
  ofAlbum: 10_000,
  name: 80,
  note: 500,
  deadline: 120,
} as const
