/** Whether a category is only what the server calls models of which it knows none. */
export const isUncategorised = (category: string) => category === '' || category === 'Uncategorised';
