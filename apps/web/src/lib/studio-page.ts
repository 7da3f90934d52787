/**
 * rule 158: whether the gateway served this address as a studio page: `/studio/{name}`, or the root of a custom domain, where
 * it replaces the first screen.
 */
export const isStudioPage = document.querySelector('[name=daymark-studio]') !== null
