/** What the stage needs to know of a photo; owner and visitor have different ones. */
export type StagePhoto = {
  id: string
  url: string
  smallUrl: string
  /** All its pixels, for who zooms beyond the large variant; null where there is no such file. */
  fullUrl: string | null
  name: string
  width: number | null
  height: number | null
  placeholder: string | null
  /** Why there is no picture, in a sentence. */
  unavailable?: string | null
}
