import * as routes from '@daymark/contracts/routes'

/** Of the ZIP with everything: the browser itself downloads it, and resumes it. */
export const exportAddress: string = routes.exportLibrary.path
