/** Returns a pattern for the figure in a row of docs/performance.md. The columns are: what, unit, reference, target, figure. */
const figurePattern = what => new RegExp(String.raw`\| ${what}\s*\|(?:[^|]*\|){3}\s*([\d.]+)`)

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

/** Computes cores, bytes and costs from measured (`m`) and assumed (`a`) figures. The names in the result contain the units. */
export function computeScale(m, a = ASSUMED_FIGURES) {
  const cores = msPerSecond => msPerSecond / 1000
  const storedMb = a.originalMb + m.variantsMb
  const pictures = a.visitors * a.picturesPerVisitorSecond
  const outGbits = (pictures * a.shownKb * 8) / 1_000_000
  const perThousand = {
    store: (storedMb * 1000 * a.storeGbMonth) / 1000,
    database: (m.databaseMbPer1000 / 1000) * a.databaseGbMonth,
    making: (((m.decodeMs + m.metadataMs + m.servicesMs + m.databaseMs) * 1000) / 3_600_000) * a.coreHour,
    writing: OBJECTS_PER_PHOTO * a.storePutPer1000,
  }
  return {
    decoderCores: cores(a.uploadsPerSecond * (m.decodeMs + m.metadataMs)),
    serviceCores: cores(a.uploadsPerSecond * m.servicesMs),
    databaseCores: cores(a.uploadsPerSecond * m.databaseMs),
    receivingCores: cores((a.uploadsPerSecond * m.uploadMs * a.originalMb) / 8.388608),
    pictureCores: (pictures * m.pictureUs) / 1_000_000,
    galleryCores: cores((a.visitors / a.secondsPerGallery) * m.galleryMs),
    inGbits: (a.uploadsPerSecond * a.originalMb * 8) / 1000,
    outGbits,
    storeWritesPerSecond: a.uploadsPerSecond * OBJECTS_PER_PHOTO,
    eventsPerSecond: a.uploadsPerSecond * a.eventsPerUpload,
    storeTb: (a.photos * storedMb) / 1_000_000,
    databaseTb: (a.photos / 1000) * (m.databaseMbPer1000 / 1_000_000),
    photosPerCoreDay: 86_400_000 / (m.decodeMs + m.metadataMs + m.servicesMs + m.databaseMs),
    dollarsPer1000Month: perThousand.store + perThousand.database,
    dollarsPer1000Once: perThousand.making + perThousand.writing,
    dollarsOutMonth: (outGbits / 8) * MONTH_S * a.outGb,
    dollarsReadsMonth: ((pictures * MONTH_S) / 1000) * a.storeGetPer1000,
  }
}
