const LENGTH = 6

/** Where the TIFF of an EXIF block begins: JPEG, and some writers of WebP, put a name of six bytes before it. */
export const behindExifPrefix = (bytes: Buffer, start = 0): number =>
  bytes.toString('latin1', start, start + 4) === 'Exif' ? start + LENGTH : start
