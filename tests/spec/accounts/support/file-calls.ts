/** Calls about the file of a photo, and what it was before, at an address of photos: for the tables of isolation. */
export const fileCalls = (images: string) =>
  [
    ['POST', 'file'],
    ['GET', 'earlier'],
    ['POST', 'earlier/restore'],
    ['DELETE', 'earlier'],
  ].map(([method, what]): [string, (mine: object, other: { photo: string }) => [string]] => [
    `${method} ${images}/:id/${what}`,
    (_, { photo }) => [`${images}/${photo}/${what}`],
  ])
