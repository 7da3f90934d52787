import * as routes from '@daymark/contracts/routes'

/** The ZIP of the whole account: the browser itself downloads and resumes it. */
export const exportAddress: string = routes.exportLibrary.path
