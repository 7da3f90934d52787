/** In the reader's way to write large numbers. */
const number = new Intl.NumberFormat()

export const viewCount = (views: number) => (views === 1 ? '1 view' : `${number.format(views)} views`)
