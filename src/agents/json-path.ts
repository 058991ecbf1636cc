/** Where in a JSON file: names of fields. */
export type JsonPath = readonly string[];
