const MAX_BYTES = 1000

/** What a visitor's page said about an event, if it is small enough to keep (S-TRK-02). Postgres cannot keep a NUL. */
export function keptData(data: Record<string, unknown> | undefined): string | null {
  if (!data || Object.keys(data).length === 0) return null
  const json = JSON.stringify(data)
  return Buffer.byteLength(json) > MAX_BYTES || json.includes('\\u0000') ? null : json
}
