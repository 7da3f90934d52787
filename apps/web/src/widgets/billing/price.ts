const price = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** The price of a plan: a whole number of the currency's unit (rule 12). */
export const formatPrice = (units: number) => price.format(units)

/** The total of an invoice, in the smallest unit of its own currency. */
export function formatTotal(total: number, currency: string) {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(total / 10 ** digits)
}
