/** rules 148 to 155: what guests of an upload link may send, and how much of it is kept. A guest's list fits into a message of the bus. */
export const UPLOADS = {
  /** Links of an album, and of an account. */
  perAlbum: 20,
  perOwner: 200,
  name: 80,
  title: 120,
  greeting: 1000,
  /** Photos of a link that an owner may ask for, in all and of one guest, and what they are unless she says so. */
  most: 5000,
  mostOfGuest: 1000,
  usual: 500,
  usualOfGuest: 200,
  /** Guests of a link. Once more than half of them exist, one address may add `begunPerNetwork` in 15 minutes. */
  guests: 1000,
  begunPerNetwork: 150,
  /** Files that are sent, taken back ones too. */
  guestPerHour: 600,
  linkPerHour: 10_000,
  perLink: 20_000,
  /** Files that one process takes at the same time of one guest. */
  atOnce: 4,
  /** Received files that an owner reads, or decides on by name, at once. */
  page: 100,
  perCall: 500,
} as const
