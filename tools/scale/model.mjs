/** Returns a pattern for the figure in a row of docs/performance.md. The columns are: name, unit, reference, target, figure. */
const figurePattern = row => new RegExp(String.raw`\| ${row}\s*\|(?:[^|]*\|){3}\s*([\d.]+)`)

/** Rows of docs/performance.md whose figures the model uses, by the name of the figure in the model. */
const MEASURED_FIGURES = {
  decodeMs: figurePattern('decoding one photo'),
  metadataMs: figurePattern('ExifTool for one photo, average'),
  servicesMs: figurePattern('services for one photo'),
  databaseMs: figurePattern('Postgres for one photo'),
  uploadMs: figurePattern('receiving 8 MiB'),
  pictureUs: figurePattern('picture by share link'),
  galleryMs: figurePattern('data of a gallery of 1,000, alone'),
  decodersMb: figurePattern('`start`: memory with decoders'),
  databaseMbPer1000: figurePattern('`growth`: 1,000 photos in an album, database'),
  variantsMb: figurePattern('`growth`: variants of a photo of 24 megapixels'),
}

/** Reads the measured figures from the text of the page. Throws if a row is missing. */
export function readMeasuredFigures(page) {
  const figures = Object.entries(MEASURED_FIGURES).map(([name, pattern]) => {
    const value = pattern.exec(page)?.[1]
    if (!value) throw new Error(`docs/performance.md has no row for ${name}: ${pattern}`)
    return [name, Number(value)]
  })
  return Object.fromEntries(figures)
}

/** Figures that are not measured but assumed: the load, the behavior of visitors, and cloud prices in US dollars. */
export const ASSUMED_FIGURES = {
  photos: 100_000_000,
  visitors: 10_000,
  uploadsPerSecond: 500,
  originalMb: 8,
  shownKb: 41,
  picturesPerVisitorSecond: 2,
  secondsPerGallery: 120,
  eventsPerUpload: 4,
  coreHour: 0.04,
  storeGbMonth: 0.023,
  databaseGbMonth: 0.115,
  storePutPer1000: 0.005,
  storeGetPer1000: 0.0004,
  outGb: 0.05,
}

/** Objects in the store per photo: the original and three variants. */
const OBJECTS_PER_PHOTO = 4
const MONTH_S = 2_628_000

/** Computes cores, bytes and costs from measured and assumed figures. The names in the result contain the units. */
export function computeScale(measured, assumed = ASSUMED_FIGURES) {
  const toCores = msPerSecond => msPerSecond / 1000
  const storedMb = assumed.originalMb + measured.variantsMb
  const pictures = assumed.visitors * assumed.picturesPerVisitorSecond
  const outGbits = (pictures * assumed.shownKb * 8) / 1_000_000
  const perThousand = {
    store: (storedMb * 1000 * assumed.storeGbMonth) / 1000,
    database: (measured.databaseMbPer1000 / 1000) * assumed.databaseGbMonth,
    processing:
      (((measured.decodeMs + measured.metadataMs + measured.servicesMs + measured.databaseMs) * 1000) / 3_600_000) *
      assumed.coreHour,
    storeRequests: OBJECTS_PER_PHOTO * assumed.storePutPer1000,
  }
  return {
    decoderCores: toCores(assumed.uploadsPerSecond * (measured.decodeMs + measured.metadataMs)),
    serviceCores: toCores(assumed.uploadsPerSecond * measured.servicesMs),
    databaseCores: toCores(assumed.uploadsPerSecond * measured.databaseMs),
    receivingCores: toCores((assumed.uploadsPerSecond * measured.uploadMs * assumed.originalMb) / 8.388608),
    pictureCores: (pictures * measured.pictureUs) / 1_000_000,
    galleryCores: toCores((assumed.visitors / assumed.secondsPerGallery) * measured.galleryMs),
    inGbits: (assumed.uploadsPerSecond * assumed.originalMb * 8) / 1000,
    outGbits,
    storeWritesPerSecond: assumed.uploadsPerSecond * OBJECTS_PER_PHOTO,
    eventsPerSecond: assumed.uploadsPerSecond * assumed.eventsPerUpload,
    storeTb: (assumed.photos * storedMb) / 1_000_000,
    databaseTb: (assumed.photos / 1000) * (measured.databaseMbPer1000 / 1_000_000),
    photosPerCoreDay:
      86_400_000 / (measured.decodeMs + measured.metadataMs + measured.servicesMs + measured.databaseMs),
    dollarsPer1000Month: perThousand.store + perThousand.database,
    dollarsPer1000Once: perThousand.processing + perThousand.storeRequests,
    dollarsOutMonth: (outGbits / 8) * MONTH_S * assumed.outGb,
    dollarsReadsMonth: ((pictures * MONTH_S) / 1000) * assumed.storeGetPer1000,
  }
}
