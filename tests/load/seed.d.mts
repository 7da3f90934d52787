type Owner = {
  userId: string
  json(method: string, path: string, body: Record<string, unknown>): Promise<{ id: string }>
}
export function seedLibrary(wanted: {
  installation: { query(sql: string, params?: unknown[]): Promise<unknown> }
  owner: Owner
  photos: number
  albumOf: number[]
}): Promise<{ tagId: string }>
