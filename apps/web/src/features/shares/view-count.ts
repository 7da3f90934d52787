/** In the reader's number format. */
const number = new Intl.NumberFormat()

export const viewCount = (views: number) => (views === 1 ? '1 view' : `${number.format(views)} views`)
