const price = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** A plan's price: a whole number of the currency's unit (rule 12). */
export const formatPrice = (units: number) => price.format(units)

/** Of an invoice: the smallest unit of its own currency. */
export function formatTotal(total: number, currency: string) {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(total / 10 ** digits)
}
