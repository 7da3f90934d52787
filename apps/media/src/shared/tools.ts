/** Programs beside Node; where one is missing the work goes on with what is there. Paths, or null. */
export type Tools = {
  /** Perl that runs ExifTool. */
  perl: string | null
  dcraw: string | null
  prlimit: string | null
}
