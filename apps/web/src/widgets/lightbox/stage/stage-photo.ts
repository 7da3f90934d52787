/** The photo data that the stage needs, common to owner and visitor. */
export type StagePhoto = {
  id: string
  url: string
  smallUrl: string
  /** The full-size file, for zooming beyond the large variant; null if there is none. */
  fullUrl: string | null
  name: string
  width: number | null
  height: number | null
  placeholder: string | null
  /** The message shown without a picture. */
  unavailable?: string | null
}
