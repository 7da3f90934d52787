/** rule 108: what a visitor who comments may send, and how much of it a link keeps. Its largest page fits into a message of the bus. */
export const COMMENTS = {
  text: 1000,
  perThread: 50,
  perPhoto: 200,
  perLink: 5000,
  /** Comments of visitors. */
  visitorPerHour: 60,
  linkPerHour: 2500,
  /** Threads of a page that an owner reads. */
  page: 40,
} as const
