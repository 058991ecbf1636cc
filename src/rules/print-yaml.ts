import { Document, isScalar, visit } from 'yaml';

/** As people write it: lists of words on one line. */
export function printYaml(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, node) => {
      node.flow = node.items.every(isScalar);
    },
  });
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}
