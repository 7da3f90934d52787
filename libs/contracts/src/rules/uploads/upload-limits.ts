/** rules 148 to 155: limits of upload links. The list of one guest fits into one bus message. */
export const UPLOADS = {
  /** Links per album and per account. */
  perAlbum: 20,
  perOwner: 200,
  name: 80,
  title: 120,
  greeting: 1000,
  /** Highest and default limits of photos, per link and per guest. */
  max: 5000,
  maxPerGuest: 1000,
  default: 500,
  defaultPerGuest: 200,
  /** Guests per link. Once half of them exist, one network can add `newPerNetwork` in 15 minutes. */
  guests: 1000,
  newPerNetwork: 150,
  /** Sent files, including withdrawn ones. */
  guestPerHour: 600,
  linkPerHour: 10_000,
  perLink: 20_000,
  /** Concurrent uploads of one guest per process. */
  atOnce: 4,
  /** Received files per page, and per decision. */
  page: 100,
  perCall: 500,
} as const
