/** Whether the owner of a link, a domain or whatever `owner` is a column of, is suspended: then there is nothing for visitors. */
export const isSuspended = (owner: string): string =>
  `EXISTS (SELECT FROM user_access o WHERE o.user_id = ${owner} AND o.suspended)`
