/** What /api/version says: pages that were built as another version offer to refresh themselves (L-UPD-08). */
export class BuildVersion {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
