import type { http, InvoiceView } from '@daymark/contracts'

export const presentInvoice = ({
  id,
  number,
  status,
  createdAt,
  total,
  currency,
  url,
  pdf,
}: InvoiceView): http.Invoice => ({
  ...{ id, number, status, total, currency, url, pdf },
  date: createdAt,
})
