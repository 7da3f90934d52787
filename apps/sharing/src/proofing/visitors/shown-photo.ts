/**
 * Whether a gallery can show a photo. The fence (OFFSET 0) makes it one look-up by key: left alone, the planner reads the photos of all
 * owners as soon as an album is large.
 */
export const shownPhoto = (photo: string, owner: string): string =>
  `SELECT id FROM photos WHERE id = ${photo} AND owner_id = ${owner} AND variants IS NOT NULL OFFSET 0`
