const number = new Intl.NumberFormat()

/** '1 visit', '1,234 visits'. */
export const counted = (count: number, one: string) => `${number.format(count)} ${count === 1 ? one : `${one}s`}`
