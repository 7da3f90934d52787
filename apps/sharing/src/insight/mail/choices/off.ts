/** Whether an address gets no mails of a link: 'none' are off, those of its 'gallery', or 'all' of its owner's. */
export const OFF = (link: string, owner: string, hash: string): string => `
  CASE WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${owner} AND u.address_hash = ${hash}) THEN 'all'
    WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${link} AND u.address_hash = ${hash}) THEN 'gallery'
    ELSE 'none' END`
