/** rule 108: limits of comments. The largest page fits into one bus message. */
export const COMMENTS = {
  text: 1000,
  perThread: 50,
  perPhoto: 200,
  perLink: 5000,
  /** Comments per visitor and per link. */
  visitorPerHour: 60,
  linkPerHour: 2500,
  /** Threads on a page for the owner. */
  page: 40,
} as const
