/** rule 101: limits of pick lists. */
export const PICKS = {
  /** Lists per link. Once half of them exist, one network can create `newPerNetwork` in 15 minutes. */
  lists: 1000,
  newPerNetwork: 20,
  /** Highest minimum or maximum in the settings of a link. */
  max: 5000,
  perCall: 100,
  /** Photos in the filter of an album page. */
  ofAlbum: 10_000,
  name: 80,
  note: 500,
  deadline: 120,
} as const
